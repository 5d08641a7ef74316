import type { ReactNode } from 'react'
import type { Created } from '../../domain/lib/endpoint.ts'
import { useMayCreate } from './sign-in.ts'

/** Shows a button to create something only to people who may. */
export function MayCreate({ kind, children }: { kind: Created; children: ReactNode }) {
  return useMayCreate(kind) ? children : null
}
