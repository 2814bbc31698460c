// Sums and means of numbers.

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const mean = (numbers) => sum(numbers) / numbers.length;
