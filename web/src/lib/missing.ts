// What a jackpot still waits for, as people say it. The items of the checklist are for whoever ticks them off.
export function missingWords(text: string): string {
    return text.replace(/^claim cannot be paid yet: /, '').replace(/(confirms the checklist): [^;]+/, '$1')
        .replace(/\btitle 31\b/, 'Title 31').replace(/\bofac\b/, 'OFAC');
}
