import { useStore } from '@nanostores/react'
import { useOnceTrue } from '../../lib/once-true.ts'
import { late } from '../../ui/loading/late.tsx'
import { question } from './proof.ts'

const ProofDialog = late(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** Asks the question of `proven`. Its dialog loads with the first question. */
export function AskProof() {
  return useOnceTrue(useStore(question) !== null) && <ProofDialog />
}
