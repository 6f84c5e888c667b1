/** Takes an amount of a key's maximum. The window starts with the first amount taken. */
export interface CounterRequest {
  key: Buffer;
  amount: number;
  most: number;
  windowSeconds: number;
}

/** State of a key after a request. Refused amounts don't count. */
export interface CounterState {
  isTaken: boolean;
  used: number;
  /** Seconds until the window ends and the count restarts. */
  secondsLeft: number;
}

export interface Counter {
  take(request: CounterRequest): Promise<CounterState>;
  /** Returns an unused amount. */
  giveBack(key: Buffer, amount: number): Promise<void>;
  /** Deletes ended windows and returns their number. */
  forgetEnded(): Promise<number>;
}
