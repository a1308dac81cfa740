// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.lang.reflect.Proxy;

/**
 * The signal SIGHUP, by which an administrator asks a server to read its configuration again. By
 * default it ends a process.
 *
 * <p>Java supports handlers of signals only in the module {@code jdk.unsupported}, which is called
 * by reflection, because the compiler cannot be kept from warning of it.
 */
final class HangUpSignal {
  private static final System.Logger LOG = System.getLogger(HangUpSignal.class.getName());

  private HangUpSignal() {}

  /**
   * Runs an action, on another thread, whenever the process receives the signal. Without effect on
   * systems that do not have it.
   */
  static void handle(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object calling =
          Proxy.newProxyInstance(
              HangUpSignal.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return method.invoke(action, arguments);
                }
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), calling);
    } catch (ReflectiveOperationException e) {
      // Windows has no such signal, and a virtual machine started with -Xrs keeps it.
      LOG.log(System.Logger.Level.DEBUG, "SIGHUP cannot be handled", e);
    }
  }
}
