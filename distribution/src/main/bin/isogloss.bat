@echo off
rem SPDX-License-Identifier: Apache-2.0
rem Copyright the Isogloss authors
rem
rem Runs an installation of Isogloss: finds Java and sets the flags of the JVM.
rem   JAVA_HOME       the JDK to use (21 or newer); by default java on the PATH; the runtime of the installation comes first
rem   ISOGLOSS_OPTS   additional flags of the JVM, such as -Xmx8g
setlocal EnableExtensions DisableDelayedExpansion

for %%d in ("%~dp0..") do set "ISOGLOSS_HOME=%%~fd"
set "ISOGLOSS_LAUNCHER=isogloss"
if not defined OMP_WAIT_POLICY set "OMP_WAIT_POLICY=PASSIVE"

set "JAVA=java.exe"
if exist "%ISOGLOSS_HOME%\runtime\bin\java.exe" set "JAVA_HOME=%ISOGLOSS_HOME%\runtime"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
set "VERSION=0"
for /f "tokens=3" %%v in ('call "%JAVA%" -version 2^>^&1 ^| findstr /c:" version "') do set "VERSION=%%~v"
for /f "delims=.-+" %%m in ("%VERSION%") do set "VERSION=%%m"
if %VERSION% lss 21 (
  echo isogloss requires Java 21 or newer, found version %VERSION% with "%JAVA%". 1>&2
  echo Install a JDK 21+, or set JAVA_HOME to one. 1>&2
  exit /b 1
)

rem The bindings of libtorch use sun.misc.Unsafe, about which Java 24 and later warn; earlier versions do not have the flag.
set "UNSAFE="
if %VERSION% geq 24 set "UNSAFE=--sun-misc-unsafe-memory-access=allow"

rem A runtime made by jlink may lack the vector module, with which Java would then not start.
set "VECTOR=--add-modules jdk.incubator.vector"
if defined JAVA_HOME if exist "%JAVA_HOME%\release" (
  findstr /b /c:"MODULES=" "%JAVA_HOME%\release" >nul && (
    findstr /c:"jdk.incubator.vector" "%JAVA_HOME%\release" >nul || set "VECTOR="
  )
)

rem Isogloss prints UTF-8. The code page of the console is restored afterwards.
for /f "tokens=2 delims=:." %%c in ('chcp') do set "CODEPAGE=%%c"
chcp 65001 >nul
"%JAVA%" -XX:+UseParallelGC %VECTOR% ^
  --enable-native-access=ALL-UNNAMED %UNSAFE% ^
  -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 %ISOGLOSS_OPTS% ^
  -jar "%ISOGLOSS_HOME%\lib\isogloss.jar" %*
set "CODE=%ERRORLEVEL%"
chcp %CODEPAGE% >nul
exit /b %CODE%
