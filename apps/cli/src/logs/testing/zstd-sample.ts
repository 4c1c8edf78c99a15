/**
 * One sample of an Inspect log as the reference zstd (level 19) compresses it: question 2, epoch 1, answered 4 and
 * right.
 */
export const ZSTD_SAMPLE = {
  unpackedBytes: 769,
  packed: Buffer.from(
    [
      'KLUv/QRoHQoAttE1HlCNc+WI0cRek4xJ9RIdfQG3aAF199EXw4ASmZlpTioALQAsALo81slH99BwG0boui5tc4Wv7PuifLVQ9qYm6K6LoOwRFK',
      'e9rjNXdod7FS5GAum9CBSlt44ovWoqvvlCZOvrcqYzb2AUoIyy026R4srWm7I9VVouU7rmA8oONxL5iXKCxHddZ4eR28rGFJuva16X2VSOpcSH',
      'wUg0bM2OubEvpDGvxAsFc843cicM23UdQb0miaBu0soITaZ5rRnCoNCgpjMZdqprOovreo+CXXmui7AMAgEqIDBEYJgx9VL4RztSmn6KBN02Tn',
      'DICog7gbGDiURkc09PRuhA928XSTAHsqiQEUSYwQ/xLBNcGkhICXAUiTSEq4ca2Iod+umMOUzR9ABvzjIGxkFqw27NrVwhZucAHA3x1EZWmahx',
      'fVCq6x5X',
    ].join(''),
    'base64',
  ),
}
