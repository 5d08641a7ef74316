/**
 * Pages where people type a card into the payment provider's fields. The browser reads a page's security policy only
 * when it loads the document, so a link from any other page to one of these must load a new document.
 */
const CARD_PAGES = /^\/(tokens|subscribe|account|account\/tokens)\/?$/

/** Whether the page at this path has card fields (D-10). */
export function takesCards(pathname: string): boolean {
  return CARD_PAGES.test(pathname)
}
