//! A value for each cell of a board, for code that looks at all of them. Knows nothing of what the values mean.

use super::core::SpatialPos;

/// A value for each cell of a board.
#[derive(Debug, Clone)]
pub(crate) struct Grid<T> {
    width: i32,
    height: i32,
    /// Values by row and column.
    cells: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// Creates a board with the same value everywhere.
    pub(crate) fn new(width: i32, height: i32, value: T) -> Self {
        let cells = vec![value; width.unsigned_abs() as usize * height.unsigned_abs() as usize];
        Self { width, height, cells }
    }

    /// Creates a board of the same size with the same value everywhere.
    pub(crate) fn filled<U: Copy>(&self, value: U) -> Grid<U> {
        Grid::new(self.width, self.height, value)
    }

    /// Returns width and height.
    pub(crate) fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// Returns an upper bound of the steps between two cells.
    pub(crate) fn across(&self) -> u32 {
        self.width.unsigned_abs().saturating_add(self.height.unsigned_abs())
    }

    /// Returns whether a cell is on the board.
    pub(crate) fn has(&self, cell: SpatialPos) -> bool {
        self.index(cell).is_some()
    }

    /// Returns the value of a cell; `None` off the board.
    pub(crate) fn get(&self, cell: SpatialPos) -> Option<T> {
        self.index(cell).map(|at| self.cells[at])
    }

    /// Returns the mutable value of a cell; `None` off the board.
    pub(crate) fn get_mut(&mut self, cell: SpatialPos) -> Option<&mut T> {
        self.index(cell).map(|at| &mut self.cells[at])
    }

    /// Sets the value of a cell; does nothing off the board.
    pub(crate) fn set(&mut self, cell: SpatialPos, value: T) {
        if let Some(at) = self.get_mut(cell) {
            *at = value;
        }
    }

    /// Returns all cells with their values, row by row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SpatialPos, T)> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| SpatialPos::new(x, y)));
        places.zip(self.cells.iter().copied())
    }

    fn index(&self, SpatialPos { x, y }: SpatialPos) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| {
            y.unsigned_abs() as usize * self.width.unsigned_abs() as usize + x.unsigned_abs() as usize
        })
    }
}
