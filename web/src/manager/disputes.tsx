export function Disputes() {
    return <h1>Disputes</h1>;
}
