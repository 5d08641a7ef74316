/**
 * Drafts of unsent texts, by subject and person. They live outside of the components, so that neither navigation nor
 * a refusal loses them, and in the tab's session storage, so that they survive a reload. A visitor's draft belongs to
 * the next person who signs in. Nobody sees another person's draft.
 */
import { atom, type WritableAtom } from 'nanostores'
import { readStoredJson, store } from '../storage.ts'
import { getUser } from '../user.ts'

interface Entry<Draft> {
  name: string
  store: WritableAtom<Draft>
}

/** @param kept returns the part of a draft to store, or null for an empty draft */
export function createDrafts<Draft extends object>(
  kind: string,
  empty: () => Draft,
  kept: (draft: Draft) => Partial<Draft> | null
): (about: string) => WritableAtom<Draft> {
  const entries = new Map<string, Entry<Draft>>()

  function open(names: string[]): Entry<Draft> {
    const [mine = ''] = names
    const name = names.find(one => read(one) !== null) ?? mine
    const entry = { name, store: atom<Draft>({ ...empty(), ...read(name) }) }
    entry.store.listen(draft => write(entry.name, kept(draft)))
    return entry
  }

  return about => {
    // The server renders for everyone, so it keeps nothing.
    if (typeof window === 'undefined') return atom(empty())
    const visitors = `draft ${kind} ${about} `
    const name = visitors + (getUser()?.id ?? '')
    const entry = entries.get(name) ?? entries.get(visitors) ?? open([name, visitors])
    if (entry.name !== name) {
      entries.delete(entry.name)
      write(entry.name, null)
      entry.name = name
      write(name, kept(entry.store.get()))
    }
    entries.set(name, entry)
    return entry.store
  }
}

const read = (name: string): object | null => readStoredJson(name, 'sessionStorage')

/** Without storage, or when it is full, the draft lasts as long as the page. */
function write(name: string, draft: object | null): void {
  store(name, draft && JSON.stringify(draft), 'sessionStorage')
}
