// The tabs of the mathematics page for games whose analysis takes long. ./check --deep runs this; desk.test.mjs has the other
// games.
import { after, before, test } from 'node:test';
import { browser, PATIENCE_MS, Pit, waitForAnalyses, watched } from './lib.mjs';
import { walkTabs } from './math-tabs.mjs';

waitForAnalyses();

let pit, manager, chrome;

before(async () => {
    pit = new Pit();
    manager = await pit.manager();
    chrome = await browser();
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

for (const name of ['ms-rp', 'fcp-rp'])
    test(`${name} has every tab`, async () => {
        const within = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
        within.setDefaultTimeout(PATIENCE_MS);
        await walkTabs(await watched(within, manager.address), manager.address, name);
        await within.close();
    });
