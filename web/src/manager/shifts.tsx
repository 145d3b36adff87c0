export function Shifts() {
    return <h1>Shifts</h1>;
}
