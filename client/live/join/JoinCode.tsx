import { memo } from 'react'
import { useOnceTrue } from '../../lib/once-true.ts'
import { late } from '../../ui/loading/late.tsx'
import { closeCode, useCodeAsked } from './asked-code.ts'
import { joinWithCode } from './join.ts'

const JoinCodeModal = late(async () => (await import('./JoinCodeModal.tsx')).JoinCodeModal)

/** The modal that asks for a code after a refusal with WRONG_CODE. Mount it once on pages where people can join sessions. */
export const JoinCode = memo(function JoinCode() {
  const isAsked = useCodeAsked() !== null
  if (!useOnceTrue(isAsked)) return null
  return <JoinCodeModal opened={isAsked} onClose={closeCode} onSubmit={joinWithCode} />
})
