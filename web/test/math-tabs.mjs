// The tabs of the mathematics page, for the tests that walk through them.
import assert from 'node:assert/strict';

// For each tab, an element that is there once the tab has its answer.
export const there = { protect: '.desk-answer .figure', design: '.slider-weight:has-text("more")', strategy: '.strategy-card', risk: '.fan', par: '.desk-answer .returns' };

// Walks through the tabs of a game that the tests of each tab do not use: its wagers, its sliders, its cards.
export async function walkTabs(on, address, name) {
    await on.goto(`${address}/math#/${name}/design`);
    await on.locator(there.design).first().waitFor();
    await on.goto(`${address}/math#/${name}/risk/rounds=50`);
    await on.locator(there.risk).first().waitFor();
    await on.goto(`${address}/math#/${name}/protect`);
    await on.locator('.layout-card').first().waitFor();
    assert.deepEqual(on.faults, []);
}
