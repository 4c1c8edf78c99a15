/** The disclaimer wherever figures of the tiny model are shown. */
export const ABOUT_TINY =
  'a real model of 0.2 million parameters, trained by this project; what voting gains here says nothing about large models'
