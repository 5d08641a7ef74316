import { closeCode, useCodeAsked } from './asked-code.ts'
import { JoinCodeModal } from './JoinCodeModal.tsx'
import { joinWithCode } from './join.ts'

/** The modal for a session that was refused with WRONG_CODE; mount it once wherever sessions can be joined. */
export function JoinCode() {
  const asked = useCodeAsked()
  return <JoinCodeModal opened={asked !== null} onClose={closeCode} onSubmit={joinWithCode} />
}
