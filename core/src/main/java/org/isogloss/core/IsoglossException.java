package org.isogloss.core;

/**
 * The root of everything that Isogloss reports to its user as a mistake that can be mended: a
 * malformed file, an unknown name, a model that does not fit its index. The message says what was
 * found, what was expected and how to mend it, so that the command line can print it as it is.
 * Programming errors stay {@link IllegalArgumentException} and its kin.
 */
public class IsoglossException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IsoglossException(String message) {
    super(message);
  }

  public IsoglossException(String message, Throwable cause) {
    super(message, cause);
  }
}
