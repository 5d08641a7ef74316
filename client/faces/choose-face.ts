import { deleteCover, deleteFace, storeCover, storeFace } from '../../domain/faces/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { sendPicture } from '../uploads/send-picture.ts'
import { showFace } from './faces.ts'

/** @throws an error whose message is for the person */
export async function chooseFace(username: string, file: File): Promise<void> {
  showFace(username, await sendPicture(file, { address: fillPath(storeFace.path, { person: username }) }))
}

export async function removeFace(username: string): Promise<void> {
  await call(deleteFace, { params: { person: username } })
  showFace(username, null)
}

/** @throws an error whose message is for the person */
export async function chooseCover(username: string, file: File): Promise<void> {
  await sendPicture(file, { address: fillPath(storeCover.path, { person: username }) })
}

export async function removeCover(username: string): Promise<void> {
  await call(deleteCover, { params: { person: username } })
}
