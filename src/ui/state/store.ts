import { createStore } from 'jotai'

/** The one store; actions read and write it, components subscribe through the Provider. */
export const store = createStore()
