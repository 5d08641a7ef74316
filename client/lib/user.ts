/** The signed-in user, shared by the header and all pages; null for a visitor. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { User } from '../../domain/accounts/user.ts'
import { firstUser } from './embedded.ts'

const store = atom<User | null>(firstUser)

export const getUser = store.get
export const setUser = store.set
export const onUserChange = store.listen

export function useUser(): User | null {
  return useStore(store)
}

/** Sets the remaining uses, which each charged response contains (TOK-15, TOK-17). */
export function setTokensLeft(uses: number): void {
  const user = store.get()
  if (user && Number.isFinite(uses)) store.set({ ...user, all_remaining_tokens: uses })
}
