/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  goal_title: 'The title of the goal.',
  press_address: 'The address, without its secret.',
  press_addresses: 'My press addresses.'
}
