// Which parts the server behind this page has, so that the page asks for nothing that is not there.
// The members of /web/server.json.
export interface Server {
    floor: boolean; // it is a manager, with a floor
    console: boolean; // it is a table, with a dealer console
    signer: boolean; // checkpoints of the log are signed
}

let asked: Promise<Server> | null = null;

export function askServer(): Promise<Server> {
    asked ??= fetch('/web/server.json').then((answer) => answer.json());
    asked.catch(() => (asked = null)); // after a failure the next call asks again
    return asked;
}
