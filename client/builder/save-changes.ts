/** Saves changes of an existing activity or session, merged with what others saved meanwhile (D-140). */
import { type AskClashes, type Stored, saveMerged } from '../lib/merged-save.ts'
import { type Form, formOf } from './form.ts'

export interface Merging {
  base: Stored<Form>
  ask: AskClashes
  join: (form: Form, base: Stored<Form>) => void
}

/**
 * Returns null if nothing was changed.
 *
 * @param bodyOf makes the request body from a form
 */
export function saveChanges<Body extends object, Saved>(
  form: Form,
  { base, ask, join }: Merging,
  bodyOf: (form: Form) => Body,
  send: (changed: Partial<Body> & { revision: number }) => Promise<Saved>
): Promise<Saved | null> {
  return saveMerged<Body, Saved>({
    base: { form: bodyOf(base.form), revision: base.revision },
    mine: bodyOf(form),
    send,
    read: (newer: Form) => bodyOf(formOf(newer)),
    ask,
    onJoined: (joined, { form: theirs, revision }) =>
      join({ ...form, ...joined }, { form: { ...base.form, ...theirs }, revision })
  })
}
