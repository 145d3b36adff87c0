// Builds the screens: src/ into dist/, which is committed, so that a build of the program needs no npm.
// usage: node build.mjs [OUT]
import { build } from 'esbuild';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');

export const pages = {
    home: 'Croupier',
    manager: 'Game Manager',
    sign: 'Progressive sign',
    dealer: 'Dealer console',
    math: 'Mathematics',
    practice: 'Practice',
    trust: 'People and machines',
    setup: 'Set up this floor',
};

// Two pages come in two bundles: what the page needs first, and the rest (office.js of the Game Manager, math-desk.js of the
// mathematics). A third file has what both use, and the page requests it at once.
const chunked = { manager: '[name]', math: 'math-[name]' };
const preload = (name) => (name in chunked
    ? `<link rel="modulepreload" href="/web/${chunked[name].replace('[name]', 'chunk')}.js">\n` : '');

const html = (name, title) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/web/icon.svg">
<link rel="preload" href="/web/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/web/${name}.css">
${preload(name)}<script type="module" src="/web/${name}.js"></script>
</head>
<body>
<div id="root"></div>
<noscript>This screen needs JavaScript.</noscript>
</body>
</html>
`;

const options = {
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    external: ['/web/*'],
    absWorkingDir: here,
    metafile: true,
    logLevel: 'warning',
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const entries = (names) => Object.fromEntries(names.map((name) => [name, `src/${name}/main.tsx`]));
const whole = Object.keys(pages).filter((name) => !(name in chunked));
const results = [
    await build({ ...options, entryPoints: entries(whole), outdir: out }),
];
for (const [name, chunkNames] of Object.entries(chunked))
    results.push(await build({ ...options, entryPoints: entries([name]), outdir: out, splitting: true, chunkNames }));
await rm(join(out, 'office.css'), { force: true }); // its styles are in manager.css
await build({ ...options, entryPoints: { worker: 'src/lib/worker.ts' }, outdir: out });
for (const [name, title] of Object.entries(pages)) await writeFile(join(out, `${name}.html`), html(name, title));
await copyFile(join(here, 'src/design/inter.woff2'), join(out, 'inter.woff2'));
await copyFile(join(here, 'src/design/icon.svg'), join(out, 'icon.svg'));

// The licences of other people's work that is part of the screens.
const licences = [
    ['Preact', 'node_modules/preact/LICENSE'],
    ['Preact Signals', 'node_modules/@preact/signals/LICENSE'],
    ['uPlot', 'node_modules/uplot/LICENSE'],
    ['Inter', 'src/design/inter-licence.txt'],
];
let text = 'The screens of Croupier are built with these.\n';
for (const [name, path] of licences) text += `\n\n==== ${name} ====\n\n${await readFile(join(here, path), 'utf8')}`;
await writeFile(join(out, 'licences.txt'), text);
await writeFile(join(here, 'node_modules/.croupier-meta.json'), JSON.stringify({ inputs: Object.assign({}, ...results.map(({ metafile }) => metafile.inputs)) }));
