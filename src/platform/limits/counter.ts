/** So much of what one key stands for, out of so much in a window that begins with the first of it. */
export interface CounterRequest {
  key: Buffer;
  amount: number;
  most: number;
  windowSeconds: number;
}

/** How a key stands after it was asked. What was refused is not counted. */
export interface CounterState {
  isTaken: boolean;
  used: number;
  /** Until the window ends and all may be had again. */
  secondsLeft: number;
}

export interface Counter {
  take(asked: CounterRequest): Promise<CounterState>;
  /** What was taken and then not used. */
  giveBack(key: Buffer, amount: number): Promise<void>;
  /** Forgets windows that are over; gives how many. */
  forgetEnded(): Promise<number>;
}
