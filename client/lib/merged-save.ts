/**
 * Saves a form that someone else may have saved meanwhile (D-140). It sends the changed fields with the base
 * revision. If that is outdated, the server returns the newer state; both are merged, and the result is sent.
 */
import { type Clash, changedFields, merge, type Side } from '../../domain/lib/edits/merge.ts'
import type { Newer } from '../../domain/lib/refusal.ts'
import { CallRefused } from './api.ts'

/** The values and revision that a form began with. */
export interface Stored<Form> {
  form: Form
  revision: number
}

/** Asks which change to keep for fields that both changed; null cancels the save. */
export type AskClashes = (clashes: readonly Clash[]) => Promise<Readonly<Record<string, Side>> | null>

interface Save<Form extends object, Saved> {
  base: Stored<Form>
  mine: Form
  send: (changed: Partial<Form> & { revision: number }, form: Form) => Promise<Saved>
  /** Converts the stored state to the form's values. */
  read: (newer: never) => Form
  ask: AskClashes
  /** Called after a merge: the form now shows `form` and has `base`. */
  onJoined: (form: Form, base: Stored<Form>) => void
}

/**
 * Saves the form. Returns null if nothing changed, without sending anything.
 * @throws the refusal if the person does not choose
 */
export async function saveMerged<Form extends object, Saved>(save: Save<Form, Saved>): Promise<Saved | null> {
  let { base, mine } = save
  for (;;) {
    const changed = changedFields(base.form, mine)
    if (Object.keys(changed).length === 0) return null
    try {
      return await save.send({ ...changed, revision: base.revision }, mine)
    } catch (error) {
      const newer = newerOf(error)
      if (!newer) throw error
      const theirs = { form: save.read(newer as never), revision: newer.revision }
      const { clashes } = merge(base.form, mine, theirs.form)
      const choices = clashes.length === 0 ? {} : await save.ask(clashes)
      if (!choices) throw error
      mine = merge(base.form, mine, theirs.form, choices).merged
      base = theirs
      save.onJoined(mine, base)
    }
  }
}

function newerOf(error: unknown): Newer | undefined {
  return error instanceof CallRefused && error.status === 409 ? error.body.newer : undefined
}
