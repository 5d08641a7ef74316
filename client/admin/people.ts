/** Actions of staff on accounts. Each action shows its result on the pages that are open. */
import { type AdminPerson, adminPersonPage, peoplePage } from '../../domain/admin/people-api.ts'
import { proven } from '../accounts/proof/proof.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** Runs an action on a person, shows the changed account, and says what was done. */
export async function actOn(action: () => Promise<{ person: AdminPerson }>, done: string): Promise<void> {
  const { person } = await proven(action)
  changePages(adminPersonPage, page => (page.person.id === person.id ? { ...page, person } : page))
  changePages(peoplePage, page => ({
    ...page,
    people: page.people.map(one => (one.id === person.id ? person : one))
  }))
  toast.success(done, { id: 'admin-person' })
}

export const reloadPerson = (): Promise<unknown> => reloadPages(adminPersonPage)
