const all = [1, 2, 3, 4, 5, 6, 7];

function words(seats: number[], closed: number[]): string {
    const on = seats.length > 0 ? `wagers on ${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}` : 'no wagers';
    return closed.length > 0 ? `${on}; closed: ${closed.join(', ')}` : on;
}

// Seven dots, seat 1 first: lit with a registered wager, crossed when the seat is closed.
export function Seats({ seats, closed, named }: { seats: number[]; closed: number[]; named?: boolean }) {
    return (
        <span class={`seats ${named ? 'named' : ''}`} role="img" aria-label={words(seats, closed)}>
            {all.map((seat) => (
                <i key={seat} class={seats.includes(seat) ? 'on' : closed.includes(seat) ? 'shut' : ''}>{named && seat}</i>
            ))}
        </span>
    );
}
