import { render, type ComponentChild } from 'preact';

export function mount(page: ComponentChild): void {
    render(page, document.getElementById('root')!);
}
