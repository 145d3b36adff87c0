export function People() {
    return <h1>People</h1>;
}
