/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'LedgerEntry.action': 'What was charged or given.',
  'Tokens.amount': 'Cents of a payment; tokens of a gift to the pool.',
  'LedgerEntry.amount': 'Uses: negative when spent, positive when given.',
  bucket: 'Which balance: monthly, free or purchased.',
  purchased: 'Uses that were bought.'
}
