import type { ComponentChildren } from 'preact';

interface TopProps {
    title: string;
    children?: ComponentChildren;
}

// The head of a page that stands by itself: a link to the start page, the title, and links to other pages.
export function Top({ title, children }: TopProps) {
    return (
        <header class="top no-print">
            <a class="top-home" href="/" aria-label="Croupier, all screens"><img src="/web/icon.svg" alt="" width="28" height="28" /></a>
            <h1>{title}</h1>
            {children}
        </header>
    );
}
