import { memo } from 'react'
import { closeCode, useCodeAsked } from './asked-code.ts'
import { JoinCodeModal } from './JoinCodeModal.tsx'
import { joinWithCode } from './join.ts'

/** The modal that asks for a code after a refusal with WRONG_CODE. Mount it once on pages where people can join sessions. */
export const JoinCode = memo(function JoinCode() {
  const asked = useCodeAsked()
  return <JoinCodeModal opened={asked !== null} onClose={closeCode} onSubmit={joinWithCode} />
})
