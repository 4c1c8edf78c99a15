'use client'

import { createContext } from 'react'

/** Whether all this is written to a file, in which nothing can be pressed, copied or followed. */
export const OnPaper = createContext(false)
