// The icons of the navigation, as strokes on a grid of 24 by 24.
const paths = {
    floor: 'M3 5h8v6H3zM13 5h8v6h-8zM3 13h8v6H3zM13 13h8v6h-8z',
    links: 'M3 19h18M6 16V9M11 16V5M16 16v-4M20 16V8',
    claims: 'M6 3h12v6a6 6 0 0 1-12 0zM12 15v5M8 21h8M6 5H3c0 4 1 5 3 5M18 5h3c0 4-1 5-3 5',
    log: 'M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11',
    alarms: 'M12 3 22 20H2zM12 9v5M12 17v.5',
    shifts: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
    cash: 'M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 9v.5M18 14.5v.5',
    reports: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
    disputes: 'M4 4h16v12H10l-5 4v-4H4zM8 9h8M8 12h5',
    people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 4a4 4 0 0 1 0 7M18 15c3 1 4 3 4 6',
    machines: 'M4 4h16v11H4zM9 20h6M12 15v5M8 8h4M8 11h2',
    tokens: 'M8 14a4 4 0 1 1 4-4l8 8v2h-3v-2h-2v-2h-2l-1.500-1.500A4 4 0 0 1 8 14z',
    setup: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6',
    more: 'M4 6h16M4 12h16M4 18h16',
};

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
    return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={paths[name]} /></svg>;
}
