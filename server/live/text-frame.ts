const FINAL_TEXT = 0x81;
const SHORTEST_16_BIT = 126;
const SHORTEST_64_BIT = 65_536;

/** One unfragmented, unmasked websocket text message, ready to be written: RFC 6455, section 5.2. */
export function textFrame(pieces: readonly Buffer[]): Buffer {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const start = length < SHORTEST_16_BIT ? 2 : length < SHORTEST_64_BIT ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let at = start;
  for (const piece of pieces) {
    frame.set(piece, at);
    at += piece.length;
  }
  return frame;
}
