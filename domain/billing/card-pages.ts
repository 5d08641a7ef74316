/**
 * Where a card may be typed into the payment provider's own fields. A browser decides that for a document when it is
 * opened: a page that was reached by a link inside of another one has to be opened anew.
 */
const CARD_PAGES = /^\/(tokens|subscribe|account|account\/tokens)\/?$/

export function takesCards(pathname: string): boolean {
  return CARD_PAGES.test(pathname)
}
