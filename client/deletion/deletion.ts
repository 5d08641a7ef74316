/** Actions for deleting and keeping an account. The caller shows refusals. */
import * as api from '../../domain/deletion/api.ts'
import { call } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'

export async function deleteAccount(password: string): Promise<void> {
  setUser((await call(api.deleteAccount, { body: { password } })).user)
}

export async function keepAccount(): Promise<void> {
  setUser((await call(api.keepAccount, { body: {} })).user)
}
