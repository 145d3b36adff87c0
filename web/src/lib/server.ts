// What the server that gave us the page has behind it: nothing is asked for that is not there.
export interface Server {
    floor: boolean; // a manager answers
    console: boolean; // a dealer's table does
    signer: boolean; // the log is signed
}

let asked: Promise<Server> | null = null;

export function askServer(): Promise<Server> {
    asked ??= fetch('/web/server.json').then((answer) => answer.json());
    asked.catch(() => (asked = null)); // a server that is away is asked again
    return asked;
}
