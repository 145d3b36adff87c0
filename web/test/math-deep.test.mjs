// The mathematics page for games whose analysis takes long. ./check --deep runs this; math.test.mjs has the other games.
import { test } from 'node:test';
import { context, hasAllFigures, page } from './math-figures.mjs';

for (const name of ['uth-cn', 'fcp-rp']) test(`${name}: figures are those of croupier analyze`, () => hasAllFigures(name));

test('what the words cost, worked out when asked', async () => {
    const within = await context();
    const on = await page(within, '#/pg-flush');
    await on.getByRole('button', { name: 'What do these words cost?' }).click();
    await on.locator('.spoken').getByText(/So played it costs \d/).waitFor();
    await within.close();
});
