/**
 * What is being written, by what it is about and by person. It lives outside of the components, so that going to another
 * page or being refused never loses it, and in the storage of its tab, so that a reload does not either. What a visitor
 * wrote is that of who signs in next; nobody sees the draft of another person.
 */
import { atom, type WritableAtom } from 'nanostores'
import { getUser } from '../user.ts'

interface Entry<Draft> {
  name: string
  store: WritableAtom<Draft>
}

/**
 * @param kept what of a draft is worth keeping; null for one without a text
 */
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
    // The server renders for everybody: it keeps nothing.
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

function read(name: string): object | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}

function write(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
    else sessionStorage.removeItem(name)
  } catch {
    // Where storage is refused or full it lives as long as the page.
  }
}
