/**
 * Asks a person to prove again who they are. The server requires that for some actions, when the last proof is older
 * than 15 minutes. A page with such an action renders `AskProof`.
 */
import { atom } from 'nanostores'
import { CallRefused, Skipped } from '../../lib/api.ts'

/** The question that is open: answered with true after a proof, with false when the person cancels. */
export const question = atom<((isProven: boolean) => void) | null>(null)

/**
 * Runs an action. If the server asks for a proof, opens the dialog and runs the action once more.
 * @throws Skipped when the person cancels
 */
export async function proven<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    const isAsked = error instanceof CallRefused && error.body.error_code === 'PROOF_NEEDED'
    if (!isAsked) throw error
    if (!(await ask())) throw new Skipped('the person did not prove who they are')
    return action()
  }
}

function ask(): Promise<boolean> {
  return new Promise(resolve => {
    question.set(isProven => {
      question.set(null)
      resolve(isProven)
    })
  })
}
