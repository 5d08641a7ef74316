import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/notes/api.ts'
import { searchedWords } from '../../domain/notes/note.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { toWireNote } from './note-rows.ts'
import { createNote, deleteNote, updateNote } from './notes.ts'
import { listNotes } from './queries.ts'

export async function noteRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, api.storeNote, async ({ body, viewer, key, reply }) => {
    const { note, left } = await createNote(deps, viewer, body, key)
    showTokensLeft(reply, left)
    return note
  })

  bindSignedIn(app, deps, api.updateNote, ({ params, body, viewer }) => updateNote(deps, viewer, params.note, body))

  bindSignedIn(app, deps, api.deleteNote, async ({ params, viewer }) => {
    await deleteNote(deps, viewer, params.note)
    return {}
  })

  bindPersonalPage(app, deps, api.myNotesPage, async ({ viewer, query }) => {
    const words = typeof query.q === 'string' ? searchedWords(query.q) : []
    const rows = await listNotes(deps.db, viewer.id, words, sliceOf(query, deps.config.perPage))
    return { notes: rows.map(toWireNote) }
  })
}
