/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  activity_list_id: 'The list that was asked for.',
  holding: 'Ids of the lists that hold the activity that was asked for.'
}
