import { REASON_WORDS, REASONS } from '../../domain/moderation/hidden.ts'

/** The choices of a field for the reason of reporting, hiding or deleting something. */
export const REASON_OPTIONS = REASONS.map(value => ({ value, label: REASON_WORDS[value] }))
