import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Role } from '../../domain/accounts/user.ts'
import { ADMIN_STAYS } from '../../domain/deletion/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getUser, setUser, useUser } from '../lib/user.ts'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { DeletionPanel } from './DeletionPanel.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const GOING = { ...ADA, delete_at: '2030-05-15T10:00:00.000Z' }

function Page() {
  const user = useUser()
  return (
    <>
      <DeletionNotice />
      {user && <DeletionPanel user={user} />}
    </>
  )
}

test('asks for the password before deleting the account; one press keeps it', { tags: 'D-131' }, async () => {
  setUser(ADA)
  let isRight = false
  const sent = respond({
    'DELETE /api/account': () =>
      isRight ? json({ user: GOING }) : json({ message: 'This isn’t your password.' }, 422),
    'POST /api/account/keep': () => json({ user: ADA })
  })
  show(<Page />, '/account/security')
  expect(screen.queryByText(/will be deleted on/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  fireEvent.change(dialog.getByLabelText(/Your password/), { target: { value: 'secret-enough' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await dialog.findByText('This isn’t your password.')).toBeTruthy()
  isRight = true
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText(/Your account will be deleted on/)).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ password: 'secret-enough' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(getUser()?.delete_at).toBeNull())
  expect(screen.queryByText(/will be deleted on/)).toBeNull()
})

test('a deletion that an admin scheduled has no button that stops it', { tags: 'D-131' }, () => {
  setUser({ ...GOING, is_deletion_by_admin: 1 })
  show(<Page />, '/account/security')
  expect(
    screen.getByText(/An administrator will delete your account on .+ If you want to keep it, ask them/)
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull()
})

test('tells administrators that their account cannot be deleted', { tags: 'D-131' }, () => {
  show(<DeletionPanel user={{ ...ADA, role_id: Role.Admin }} />, '/account/security')
  expect(screen.getByText(ADMIN_STAYS)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test("shows a deleted person's name without a link", { tags: 'D-131' }, () => {
  show(<PersonLink username="deleted-7" />, '/')
  expect([screen.getByText('deleted-7').tagName, screen.queryByRole('link')]).toEqual(['SPAN', null])
})
