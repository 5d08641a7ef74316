/**
 * Sends a picture to the server. Uses XMLHttpRequest, which reports the upload's progress. Otherwise it works like
 * lib/api.ts: it names the person, and waits for a new sign-in if their login has ended.
 */
import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { FILE_FIELD, type Uploaded } from '../../domain/uploads/api.ts'
import { CallRefused, isLoginRefusal } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { asPerson } from '../lib/identity.ts'
import { getUser } from '../lib/user.ts'

interface Sending {
  /** The address of the call that takes the picture. */
  address: string
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
}

/**
 * UPL-01 Uploads a picture.
 *
 * @throws an error with the documented text, from the server or from here (UPL-20); also after an abort, because the
 *   editor waits for an end, but shows nothing then (UPL-22)
 */
export async function sendPicture(file: File, sending: Sending): Promise<Uploaded> {
  try {
    return await asPerson(() => post(file, sending), isLoginRefusal)
  } catch (error) {
    if (error instanceof CallRefused) throw error
    throw new Error(`Couldn't upload file: ${file.name}.`)
  }
}

function post(file: File, { address, signal, onProgress }: Sending): Promise<Uploaded> {
  const request = new XMLHttpRequest()
  const body = new FormData()
  body.append(FILE_FIELD, file, file.name)
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('no response'))
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-person', String(getUser()?.id ?? 'visitor'))
    // A page from the service worker has no token, and the server then requires none.
    if (config.csrf_token) request.setRequestHeader('x-csrf-token', config.csrf_token)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    request.addEventListener('load', () => {
      const answer = read(request.responseText)
      const isOk = request.status >= 200 && request.status < 300
      if (isOk && typeof answer?.url === 'string') resolve(answer as unknown as Uploaded)
      else if (typeof answer?.error?.message === 'string')
        reject(new CallRefused(request.status, { ...answer, message: answer.error.message } as unknown as RefusalBody))
      else if (request.status === 413) reject(new CallRefused(413, tooLarge(file)))
      else fail()
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** A proxy may accept less than the server, and refuses with its own page. */
function tooLarge({ name }: File): RefusalBody {
  const message = `This picture is too large for this site: ${name}.`
  return { message, error: message }
}

/** A proxy may respond instead of the server. */
function read(text: string): { url?: unknown; error?: { message?: unknown } } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
