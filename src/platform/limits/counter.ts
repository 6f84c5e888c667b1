/** Request to take an amount from the maximum of a rate limit. The limit's time window starts with the first amount taken. */
export interface CounterRequest {
  key: Buffer;
  amount: number;
  most: number;
  windowSeconds: number;
}

/** Usage of a rate limit after a request. Refused amounts don't count. */
export interface CounterState {
  isTaken: boolean;
  used: number;
  /** Seconds until the time window ends and the usage restarts at 0. */
  secondsLeft: number;
}

export interface Counter {
  take(request: CounterRequest): Promise<CounterState>;
  /** Returns an unused amount to a rate limit. */
  giveBack(key: Buffer, amount: number): Promise<void>;
  /** Deletes the usage of ended time windows and returns the number of deleted rows. */
  forgetEnded(): Promise<number>;
}
